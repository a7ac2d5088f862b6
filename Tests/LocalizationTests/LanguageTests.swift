import Localization
import Testing

@Suite struct LanguageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let environment: [String: String]
        let language: Language
        var testDescription: String { "\(environment.sorted { $0.key < $1.key })" }
    }

    @Test(arguments: [
        Row(environment: [:], language: .english),
        Row(environment: ["LC_ALL": "zh_CN.UTF-8"], language: .chinese),
        Row(
            environment: ["LC_MESSAGES": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"], language: .chinese),
        Row(environment: ["LC_ALL": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"], language: .english),
        Row(
            environment: ["LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.utf8"], language: .chinese
        ),
        Row(environment: ["LC_ALL": "C", "LANG": "zh_CN.UTF-8"], language: .english),
        Row(environment: ["LC_ALL": "C.UTF-8", "LANGUAGE": "zh_CN"], language: .english),
        Row(environment: ["LC_ALL": "POSIX", "LANGUAGE": "zh_CN"], language: .english),
        Row(environment: ["LANGUAGE": "zh_CN"], language: .english),
        Row(environment: ["LANG": "de_DE.UTF-8", "LANGUAGE": "zh_CN:en"], language: .chinese),
        Row(environment: ["LANG": "zh_CN.UTF-8", "LANGUAGE": "en"], language: .english),
        Row(environment: ["LANG": "de_DE.UTF-8", "LANGUAGE": "de:zh:en"], language: .chinese),
        Row(environment: ["LANG": "zh_CN.UTF-8", "LANGUAGE": "fr:de"], language: .chinese),
        Row(environment: ["LANG": "zh"], language: .chinese),
        Row(environment: ["LANG": "zh_CN"], language: .chinese),
        Row(environment: ["LANG": "zh_SG.UTF-8"], language: .chinese),
        Row(environment: ["LANG": "zh_Hans"], language: .chinese),
        Row(environment: ["LANG": "zh-Hans-HK.UTF-8"], language: .chinese),
        Row(environment: ["LANG": "zh_CN.UTF-8@pinyin"], language: .chinese),
        Row(environment: ["LANG": "zh_TW.UTF-8"], language: .english),
        Row(environment: ["LANG": "zh_HK.UTF-8"], language: .english),
        Row(environment: ["LANG": "zh_Hant.UTF-8"], language: .english),
        Row(environment: ["LANG": "zh_TW.UTF-8", "LANGUAGE": "zh_TW:zh_CN"], language: .chinese),
        Row(environment: ["LANG": "zh_CN.GB18030"], language: .english),
        Row(environment: ["LANG": "zhuang"], language: .english),
        Row(environment: ["LANG": "..."], language: .english),
    ]) func theEnvironmentChooses(_ row: Row) {
        #expect(Language(environment: row.environment) == row.language)
    }
}
