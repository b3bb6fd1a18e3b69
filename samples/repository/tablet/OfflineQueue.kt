package org.example.slipway.tablet

import java.time.Instant

/** Something the office did while the tablet had no network. */
data class Pending(val id: String, val booking: String, val at: Instant)

/**
 * Check-ins wait here until the server can be reached: the pontoons have no signal at low tide. They are sent in the order
 * they were made; one that the server refuses is shown to the harbour master and does not hold up the others.
 */
class OfflineQueue(private val disk: PendingStore, private val server: OfficeClient) {
    fun add(item: Pending) = disk.append(item)

    suspend fun flush(): List<Pending> {
        val refused = mutableListOf<Pending>()
        for (item in disk.all()) {
            try {
                server.checkIn(item)
            } catch (e: Refused) {
                refused += item
            } catch (e: Unreachable) {
                return refused
            }
            disk.remove(item.id)
        }
        return refused
    }
}
