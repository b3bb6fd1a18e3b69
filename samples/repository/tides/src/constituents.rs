/// One cosine of the tide.
pub struct Constituent {
    pub name: &'static str,
    /// Metres.
    pub amplitude: f64,
    /// Degrees per hour.
    pub speed: f64,
    /// Degrees.
    pub phase: f64,
}

/// The five that matter most at Kestrel Sound; the rest adds less than four centimetres.
pub const CONSTITUENTS: [Constituent; 5] = [
    Constituent { name: "M2", amplitude: 1.74, speed: 28.984_104, phase: 141.2 },
    Constituent { name: "S2", amplitude: 0.52, speed: 30.0, phase: 196.8 },
    Constituent { name: "N2", amplitude: 0.33, speed: 28.439_73, phase: 118.5 },
    Constituent { name: "K1", amplitude: 0.11, speed: 15.041_069, phase: 8.4 },
    Constituent { name: "O1", amplitude: 0.10, speed: 13.943_036, phase: 201.7 },
];
