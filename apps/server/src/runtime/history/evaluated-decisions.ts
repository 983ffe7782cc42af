/**
 * Returns the query of the decisions that evaluations are made of, with their ids. Of one that another one required, the
 * id is made from that of the evaluation and its place in it.
 *
 * @param condition on `history_fact f`; `$1` is the workplace.
 */
export function evaluatedDecisions(condition: string): string {
  return `select f.id as fact_id, case when v.position = jsonb_array_length(f.data -> 'trace' -> 'decisions') then f.id else md5(f.id::text || v.position)::uuid end as id
    from history_fact f cross join lateral jsonb_array_elements(f.data -> 'trace' -> 'decisions') with ordinality v (decision, position)
    where f.workplace_id = $1 and f.kind = 'decision-evaluated' and ${condition}`
}
