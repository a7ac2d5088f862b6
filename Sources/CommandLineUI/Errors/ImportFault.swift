import LibraryImport
import Localization

/// Why a certain file cannot be imported.
struct ImportFault: Error, Equatable {
    /// The file as the user named it.
    let path: String
    /// What is wrong with it.
    let error: LibraryImportError
}

extension FailureReport {
    init(_ fault: ImportFault) {
        let path: Message =
            fault.path == "-" ? "Standard input" : Message(verbatim: fault.path)
        switch fault.error {
        case .notRecognized:
            self.init(
                "not-recognized", .someFailed,
                "\(path) is no list of subscriptions and no library that is known.",
                hints: [
                    "OPML is what most programs export; “column import --help” lists the others."
                ])
        case .packed:
            self.init(
                "packed", .usage, "\(path) is a packed archive.",
                hints: ["Unpack it (unzip, tar) and import the file in it."])
        case .needsFile:
            self.init(
                "needs-file", .usage, "A database cannot be read from standard input.",
                hints: ["Name its file: “column import FILE”."])
        case .ownLibrary:
            self.init(
                "own-library", .usage, "\(path) is a library or a backup of column itself.",
                hints: ["“column restore FILE” puts it in place of yours."])
        case .damaged(let detail):
            self.init(
                "import-damaged", .someFailed, "\(path) is damaged: \(detail).",
                hints: ["Nothing was changed. Export it again from its program."])
        case .inUse:
            self.init(
                "import-in-use", .busy, "\(path) is held by its program at the moment.",
                hints: ["End that program, and try again; nothing was changed."])
        case .cannotOpen(let detail):
            self.init(
                "file", .internalError, "\(path) cannot be opened: \(detail).",
                hints: ["Check its owner and permissions."])
        }
    }
}
