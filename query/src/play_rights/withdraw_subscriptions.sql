UPDATE {schema}.play_rights_subscriptions AS subscription
SET withdrawn = true
FROM {changes}
WHERE subscription.subscription_id = change.subscription_id
