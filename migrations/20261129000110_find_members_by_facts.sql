-- Callers give a telephone number, a day of birth, the number of the federation or a postcode with the house number: operators
-- search by these, in 50,000 members too. Many members have none of some, and these are left out. Writing four indexes of so
-- many rows keeps a lock on the table for a tenth of a second.
CREATE INDEX members_telephone_idx ON members (telephone) WHERE telephone <> '';
CREATE INDEX members_birthdate_idx ON members (birthdate) WHERE birthdate IS NOT NULL;
CREATE INDEX members_gsn_idx ON members (gsn) WHERE gsn <> '';
-- A house number is written in many ways: those of one postcode are compared one by one.
CREATE INDEX members_postcode_idx ON members (postcode) WHERE postcode <> '';
