// SonoraVersion: what results and `--version` say.

/// The version of this package.
public enum SonoraVersion {
    public static let current = "0.2.0"
}
