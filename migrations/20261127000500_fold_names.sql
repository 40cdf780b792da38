-- Names are searched in one form: without accents and case, with the plain forms of apostrophes, hyphens and spaces. The
-- operators' search knew neither ’ nor letters in two parts, and matched patterns of every accent that it knew.

-- The same as `fairway_text::fold` and the web app's `fold`; support/text/cases/fold.json holds the three together. Only
-- functions that need no extension and no locale: in a database of the locale C, lower() knows A to Z alone.
CREATE FUNCTION folded(written text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
        regexp_replace(
            -- This accent would become a space: it is an apostrophe here.
            lower(normalize(replace(written, '´', ''''), NFKD)),
            -- Accents, and what is not seen.
            '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e'
                || '\u2060-\u2064\u2066-\u206f\ufeff]',
            '', 'g'
        ),
        U&'`\2018\2019\201A\201B\2032\02B9\02BB\02BC\02BD\02C8' || U&'\2010\2011\2012\2013\2014\2015\2212' || E'\t\n\r' || 'ıłøđðħŧςŁØĐÐĦŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
        repeat('''', 11) || '-------   iloddhtσloddhtαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'
    ),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'), 'ŋ', 'ng'), 'Ŋ', 'ng');

ALTER TABLE members
    -- The full name in this form: computed when a name is written, since a search reads those of all members. Not a generated
    -- column: to add one writes every row anew, and members would wait for it.
    ADD COLUMN folded_name text NOT NULL DEFAULT '';

CREATE FUNCTION fold_member_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.folded_name := folded(NEW.first_name || ' ' || NEW.prefix || ' ' || NEW.last_name);
    RETURN NEW;
END;
$$;
CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF first_name, prefix, last_name ON members
    FOR EACH ROW EXECUTE FUNCTION fold_member_name();
