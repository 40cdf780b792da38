-- What each process says about itself, so that any node shows operators all of them. Older releases say nothing.
ALTER TABLE nodes ADD COLUMN status jsonb;
COMMENT ON COLUMN nodes.status IS 'What the process last said about its writer, mails and payment provider; without personal data.';
