{# Rules for every published row. A test fails on the rows that it selects. #}

{% test none_or_five(model, column_name) %}
SELECT {{ column_name }} FROM {{ model }} WHERE {{ column_name }} BETWEEN 1 AND 4
{% endtest %}

{% test share(model, column_name) %}
SELECT {{ column_name }} FROM {{ model }} WHERE {{ column_name }} NOT BETWEEN 0 AND 1
{% endtest %}

{% test first_of_a_month(model, column_name) %}
SELECT {{ column_name }} FROM {{ model }} WHERE extract(day FROM {{ column_name }}) <> 1
{% endtest %}
