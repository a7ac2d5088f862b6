public import ColumnStore

/// The media folder together with the library that says what is in it.
public struct MediaLibrary: Sendable {
    /// The library.
    public let store: Store
    /// The folder.
    public let folder: MediaFolder
    let disk = DiskWorker()
    let registry = MediaRegistry()
    /// Names this boot of the machine: what was written during it is in the file even after a kill.
    let boot: String?

    /// Joins a library and a folder.
    public init(store: Store, folder: MediaFolder) {
        self.init(store: store, folder: folder, boot: Self.currentBoot())
    }

    init(store: Store, folder: MediaFolder, boot: String?) {
        self.store = store
        self.folder = folder
        self.boot = boot
    }

    private static func currentBoot() -> String? {
        FileDescriptor.contents(ofSmallFile: "/proc/sys/kernel/random/boot_id").map {
            String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self)
        }
    }
}
