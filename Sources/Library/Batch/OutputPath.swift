// OutputPath: where a name that an index tells leads: below the output folder, or nowhere.

import Capture
import Files

enum OutputPath {
    /// The path of a name below a folder. Whoever wrote the index may have meant another place.
    /// - Returns: `nil` where the name is none, where its folder is not there, and where a link leads out of the output.
    static func inside(_ name: String, of folder: String) -> String? {
        guard ResultName.isBelowFolder(name) else { return nil }
        let path = "\(folder)/\(name)"
        guard let root = FolderListing.realPath(folder),
            let parent = FolderListing.realPath(FolderListing.parent(of: FolderListing.absolutePath(path)))
        else { return nil }
        let stem = root == "/" ? "" : root
        guard parent.utf8.elementsEqual(root.utf8) || parent.utf8.starts(with: "\(stem)/".utf8) else { return nil }
        return path
    }
}
