import Testing

@testable import ColumnServices

@Suite struct PlacesTests {
    @Test func homeHoldsEverything() throws {
        let places = try Places(environment: ["COLUMN_HOME": "/x/y/", "HOME": "/home/a"])
        #expect(places.configurationFile == "/x/y/config")
        #expect(places.libraryFile == "/x/y/library.sqlite")
        #expect(places.mediaDirectory(Configuration()) == "/x/y/media")
        #expect(places.runtimeDirectory == "/x/y/run")
    }

    @Test func foldersAreThoseOfTheSpecification() throws {
        let places = try Places(environment: [
            "HOME": "/home/a", "XDG_CONFIG_HOME": "relative", "XDG_DATA_HOME": "/data",
            "XDG_RUNTIME_DIR": "/run/user/1",
        ])
        #expect(places.configurationFile == "/home/a/.config/column/config")
        #expect(places.libraryFile == "/data/column/library.sqlite")
        #expect(places.credentialsFile == "/data/column/credentials")
        #expect(places.stateDirectory == "/home/a/.local/state/column")
        #expect(places.cacheDirectory == "/home/a/.cache/column")
        #expect(places.runtimeDirectory == "/run/user/1/column")
    }

    @Test func withoutAnyHomeItSaysSo() {
        #expect(throws: PlacesError.noHome) { try Places(environment: [:]) }
    }
}
