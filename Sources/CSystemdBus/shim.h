// sd-bus for Swift. The vtable's entries are made here: they hold bit fields and an anonymous union.
#pragma once
#include <string.h>
#include <systemd/sd-bus.h>

static inline sd_bus_vtable column_bus_entry(unsigned char type, unsigned long long flags) {
    sd_bus_vtable entry;
    // Unused parts of the union must be zero, says sd-bus-vtable.h.
    memset(&entry, 0, sizeof entry);
    entry.type = type;
    entry.flags = flags;
    return entry;
}
static inline sd_bus_vtable column_bus_start(void) {
    sd_bus_vtable entry = column_bus_entry(_SD_BUS_VTABLE_START, 0);
    entry.x.start.element_size = sizeof(sd_bus_vtable);
    entry.x.start.features = _SD_BUS_VTABLE_PARAM_NAMES;
    entry.x.start.vtable_format_reference = &sd_bus_object_vtable_format;
    return entry;
}
static inline sd_bus_vtable column_bus_end(void) {
    return column_bus_entry(_SD_BUS_VTABLE_END, 0);
}
// The session bus is the user's own: who may speak on it may call everything.
static inline sd_bus_vtable column_bus_method(
    const char *member, const char *signature, const char *result, const char *names,
    sd_bus_message_handler_t handler) {
    sd_bus_vtable entry =
        column_bus_entry(_SD_BUS_VTABLE_METHOD, SD_BUS_VTABLE_UNPRIVILEGED);
    entry.x.method.member = member;
    entry.x.method.signature = signature;
    entry.x.method.result = result;
    entry.x.method.handler = handler;
    entry.x.method.names = names;
    return entry;
}
static inline sd_bus_vtable column_bus_signal(
    const char *member, const char *signature, const char *names) {
    sd_bus_vtable entry = column_bus_entry(_SD_BUS_VTABLE_SIGNAL, 0);
    entry.x.signal.member = member;
    entry.x.signal.signature = signature;
    entry.x.signal.names = names;
    return entry;
}
static inline sd_bus_vtable column_bus_property(
    const char *member, const char *signature, sd_bus_property_get_t get,
    sd_bus_property_set_t set, int emits_change) {
    unsigned long long flags = emits_change ? SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE : 0;
    sd_bus_vtable entry = set
        ? column_bus_entry(_SD_BUS_VTABLE_WRITABLE_PROPERTY, flags | SD_BUS_VTABLE_UNPRIVILEGED)
        : column_bus_entry(_SD_BUS_VTABLE_PROPERTY, flags);
    entry.x.property.member = member;
    entry.x.property.signature = signature;
    entry.x.property.get = get;
    entry.x.property.set = set;
    return entry;
}
