/**
 * Returns the query of the single decisions of evaluations, with their ids. The id of a required decision is calculated
 * from the id of the evaluation and its position.
 *
 * @param condition on `history_fact f`; `$1` is the workplace.
 */
export function evaluatedDecisions(condition: string): string {
  return `select f.id as fact_id, case when v.position = jsonb_array_length(f.data -> 'trace' -> 'decisions') then f.id else md5(f.id::text || v.position)::uuid end as id
    from history_fact f cross join lateral jsonb_array_elements(f.data -> 'trace' -> 'decisions') with ordinality v (decision, position)
    where f.workplace_id = $1 and f.kind = 'decision-evaluated' and ${condition}`
}
