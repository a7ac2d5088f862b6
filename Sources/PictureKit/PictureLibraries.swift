import CPicture

/// The libraries, loaded when the first picture needs them.
enum PictureLibraries {
    /// libavcodec and libswscale; nil where they are not installed.
    static let decoding: column_pictures? = {
        var table = column_pictures()
        guard column_pictures_load(&table) != 0 else { return nil }
        table.av_log_set_level(AV_LOG_QUIET)
        return table
    }()

    /// chafa; nil where it is not installed.
    static let chafa: column_chafa? = {
        var table = column_chafa()
        return column_chafa_load(&table) != 0 ? table : nil
    }()
}
