// MediaFacts: what a container that only ffmpeg decodes says about its sound: its names, its length, its tags.

import Files

/// Found by Sonora itself where the container is simple enough, by ffprobe elsewhere. Both say the same of the same file.
package struct MediaFacts: Equatable, Sendable {
    /// As results name it: `mp4`, `webm`, `aac`, …
    package var container: String
    /// As ffmpeg names the codec: `aac`, `alac`, `amr_nb`, …
    package var encoding: String
    /// Seconds of sound, `nil` where nobody knows.
    package var duration: Double?
    /// Whether the container declares that length. Elsewhere it is a guess from the size of the file, and proves nothing.
    package var isDurationDeclared: Bool
    package var tags: SourceTags

    package init(
        container: String, encoding: String, duration: Double?, isDurationDeclared: Bool, tags: SourceTags
    ) {
        self.container = container
        self.encoding = encoding
        self.duration = duration
        self.isDurationDeclared = isDurationDeclared
        self.tags = tags
    }

    /// Reads what phones record mostly: MP4 and QuickTime, AAC, AMR. Bounded in bytes and steps, whatever the file holds.
    /// - Returns: `nil` where it is another container, or says something in a way that ffprobe should judge.
    package static func read(_ source: some ByteSource) throws(FileError) -> MediaFacts? {
        let head = try source.bytes(at: 0, count: 16)
        if PhoneFormat.isMovie(head) {
            var movie = MovieReader(source)
            return try movie.facts()
        }
        return try PacketStream.facts(source, head: head)
    }
}
