package org.example.slipway.tablet

/** Colours on the map of the pontoons. */
enum class BerthColour { FREE, ARRIVING_TODAY, OCCUPIED, OVERSTAYED }

/** A boat that should have left by noon and has not is shown in red. */
fun colourOf(berth: BerthState, hour: Int): BerthColour = when {
    berth.boat != null && berth.leavesToday && hour >= 12 -> BerthColour.OVERSTAYED
    berth.boat != null -> BerthColour.OCCUPIED
    berth.arrivesToday -> BerthColour.ARRIVING_TODAY
    else -> BerthColour.FREE
}
