-- Until when somebody is being told the answer, who may not get it. NULL: nobody is.
ALTER TABLE conversations.unheard_answer ADD COLUMN held_until timestamptz(3);
