-- Two members who switched news on in one browser at the same moment could leave a device that is one's and ends with the
-- other's session. Such a device is forgotten: its browser subscribes again at the next visit of whoever is logged in there.
DELETE FROM push_devices AS device USING access_tokens AS session
WHERE session.id = device.session_id AND session.member_id <> device.member_id;
