-- The marina of Kestrel Sound: four pontoons with 21 berths each.
INSERT INTO berths (id, pontoon, length_m, width_m, depth_low_water_m, has_power)
SELECT p || lpad(n::text, 2, '0'), p, 8 + (n % 7) * 1.5, 3.2 + (n % 7) * 0.3, 1.6 + (n % 5) * 0.4, n % 3 <> 0
FROM unnest(ARRAY['A', 'B', 'C', 'D']) AS p, generate_series(1, 21) AS n;
