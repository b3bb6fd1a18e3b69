CREATE TABLE berths (
  id text PRIMARY KEY,
  pontoon char(1) NOT NULL,
  length_m numeric(4,1) NOT NULL,
  width_m numeric(4,1) NOT NULL,
  depth_low_water_m numeric(4,1) NOT NULL,
  has_power boolean NOT NULL DEFAULT false
);

CREATE TABLE skippers (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text UNIQUE NOT NULL,
  phone text,
  no_texts boolean NOT NULL DEFAULT false,
  last_stay date
);
