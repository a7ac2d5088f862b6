// libavformat and libavcodec for Swift, loaded with dlopen at the first file that needs them, since
// they cost 60 MB: nothing here may be linked, so the functions stand in a table of pointers.
#pragma once
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <stdio.h>

#define COLUMN_AV_FUNCTIONS(X) \
    X(util, av_malloc) \
    X(util, av_free) \
    X(util, av_frame_alloc) \
    X(util, av_frame_unref) \
    X(util, av_frame_free) \
    X(util, av_strerror) \
    X(util, av_dict_get) \
    X(util, av_log_set_level) \
    X(codec, avcodec_find_decoder) \
    X(codec, avcodec_alloc_context3) \
    X(codec, avcodec_parameters_to_context) \
    X(codec, avcodec_open2) \
    X(codec, avcodec_send_packet) \
    X(codec, avcodec_receive_frame) \
    X(codec, avcodec_flush_buffers) \
    X(codec, avcodec_free_context) \
    X(codec, av_packet_alloc) \
    X(codec, av_packet_unref) \
    X(codec, av_packet_free) \
    X(format, avformat_alloc_context) \
    X(format, avformat_open_input) \
    X(format, avformat_find_stream_info) \
    X(format, avformat_close_input) \
    X(format, av_find_best_stream) \
    X(format, av_read_frame) \
    X(format, av_seek_frame) \
    X(format, avformat_index_get_entries_count) \
    X(format, avformat_index_get_entry) \
    X(format, avio_alloc_context) \
    X(format, avio_context_free)

// One pointer for each function, of the function's own type.
struct column_av {
#define X(library, name) __typeof__(&name) name;
    COLUMN_AV_FUNCTIONS(X)
#undef X
};

// Fills the table; 0 where the libraries are not installed, or not in the version built for.
static inline int column_av_load(struct column_av *table) {
    char name[64];
    snprintf(name, sizeof name, "libavutil.so.%d", LIBAVUTIL_VERSION_MAJOR);
    void *util = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    snprintf(name, sizeof name, "libavcodec.so.%d", LIBAVCODEC_VERSION_MAJOR);
    void *codec = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    snprintf(name, sizeof name, "libavformat.so.%d", LIBAVFORMAT_VERSION_MAJOR);
    void *format = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!util || !codec || !format) {
        return 0;
    }
#define X(library, name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) { \
        return 0; \
    }
    COLUMN_AV_FUNCTIONS(X)
#undef X
    return 1;
}

// Macros that Swift cannot see.
static inline int column_av_error_eof(void) { return AVERROR_EOF; }
static inline int column_av_error_exit(void) { return AVERROR_EXIT; }
static inline int column_av_error_again(void) { return AVERROR(EAGAIN); }
static inline int64_t column_av_no_pts(void) { return AV_NOPTS_VALUE; }
