-- A new member. A known one keeps the password, and the profile that members edit themselves.
INSERT INTO members (
    id, email, password_hash, first_name, prefix, last_name, initials, street, housenumber, postcode, city, gsn,
    telephone, gender, birthdate, is_club_member, handicap, golfassociation, created_at,
    has_password, country, member_number
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::float8::numeric(4, 2), $18, $19, $20, $21, $22)
