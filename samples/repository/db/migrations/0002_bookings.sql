CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE bookings (
  id uuid PRIMARY KEY,
  berth text NOT NULL REFERENCES berths (id),
  skipper uuid NOT NULL REFERENCES skippers (id),
  nights daterange NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  cancelled_at timestamptz,
  -- Whatever the program does, the database itself lets no two boats into one place on the same night.
  EXCLUDE USING gist (berth WITH =, nights WITH &&) WHERE (cancelled_at IS NULL)
);

CREATE INDEX bookings_by_arrival ON bookings (lower(nights)) WHERE cancelled_at IS NULL;
