import type { Source } from './open-source.ts'
import { readBytes } from './read-hierarchies.ts'

export interface DecisionRow {
  readonly id_: string
  readonly dec_def_id_: string
  readonly dec_def_key_: string
  readonly dec_def_name_: string | null
  readonly proc_def_key_: string | null
  readonly proc_inst_id_: string | null
  readonly case_inst_id_: string | null
  readonly act_inst_id_: string | null
  readonly act_id_: string | null
  readonly eval_time_: string
  readonly collect_value_: number | null
  readonly user_id_: string | null
  readonly root_dec_inst_id_: string | null
  readonly root_proc_inst_id_?: string | null
  readonly tenant_id_: string | null
}

interface ClauseRow {
  readonly id_: string
  readonly dec_inst_id_: string
  readonly clause_id_: string | null
  readonly clause_name_: string | null
  readonly var_type_: string | null
  readonly bytearray_id_: string | null
  readonly double_: number | null
  readonly long_: string | null
  readonly text_: string | null
  readonly text2_: string | null
}

export type DecisionInputRow = ClauseRow

export interface DecisionOutputRow extends ClauseRow {
  readonly rule_id_: string | null
  readonly rule_order_: number | null
  readonly var_name_: string | null
}

/** An evaluation: the requested decision, and those that it required, in the order of their evaluation. */
export interface EvaluationRows {
  readonly root: DecisionRow
  readonly required: readonly DecisionRow[]
  readonly inputsOf: (decision: DecisionRow) => readonly DecisionInputRow[]
  readonly outputsOf: (decision: DecisionRow) => readonly DecisionOutputRow[]
  readonly bytes: ReadonlyMap<string, Buffer>
}

/** Yields the evaluations of decisions behind an id, `size` at a time. */
export async function* readEvaluations(source: Source, after: string, size: number): AsyncGenerator<EvaluationRows[]> {
  const roots = source.portions<DecisionRow>('act_hi_decinst', 't.root_dec_inst_id_ is null', [], { size, after })
  for await (const portion of roots) {
    const rootIds = portion.map(({ id_ }) => id_)
    const required = await source.select<DecisionRow>('act_hi_decinst', 't.root_dec_inst_id_ = any($1)', [rootIds])
    const all = [...rootIds, ...required.map(({ id_ }) => id_)]
    const inputs = await source.select<DecisionInputRow>('act_hi_dec_in', 't.dec_inst_id_ = any($1)', [all])
    const outputs = await source.select<DecisionOutputRow>('act_hi_dec_out', 't.dec_inst_id_ = any($1)', [all])
    const bytes = await readBytes(
      source,
      [...inputs, ...outputs].map(({ bytearray_id_ }) => bytearray_id_),
    )
    const requiredOf = Map.groupBy(required, ({ root_dec_inst_id_ }) => root_dec_inst_id_ ?? '')
    const inputsOf = Map.groupBy(inputs, ({ dec_inst_id_ }) => dec_inst_id_)
    const outputsOf = Map.groupBy(outputs, ({ dec_inst_id_ }) => dec_inst_id_)
    yield portion.map((root) => ({
      root,
      required: requiredOf.get(root.id_) ?? [],
      inputsOf: ({ id_ }) => inputsOf.get(id_) ?? [],
      outputsOf: ({ id_ }) => outputsOf.get(id_) ?? [],
      bytes,
    }))
  }
}
