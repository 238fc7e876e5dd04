-- The topic there: with another prefix a cluster has others. NULL: kept by an earlier build, which did not compare it.
ALTER TABLE relay_cluster ADD COLUMN topic text;
