-- Whom the event of a delivery is about: once they are deleted, it is sent no more. NULL: about nobody, or a repetition.
ALTER TABLE pending_delivery ADD COLUMN subject text;
CREATE INDEX pending_delivery_by_subject ON pending_delivery (subject) WHERE subject IS NOT NULL;
