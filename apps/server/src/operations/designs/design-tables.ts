/** Names of the tables and columns of a kind of design. */
export interface DesignTables {
  readonly table: 'form' | 'app_process' | 'app_decision'
  /** Columns of the table in addition to those that every kind has. */
  readonly columns: readonly string[]
  /** SQL array of all keys that a row `d` uses. No other design of the kind may have one of them. */
  readonly keys: string
  /** The table of its versions, with the column of the design's id and that of its text. */
  readonly versions: VersionTable
}

export interface VersionTable {
  readonly table: 'form_version' | 'app_process_version' | 'app_decision_version'
  readonly id: string
  readonly text: string
  /** Columns that are calculated from the text. */
  readonly more: readonly string[]
}

export const designTables = {
  process: {
    table: 'app_process',
    columns: ['process_key', 'category_id', 'icon', 'documentation', 'starter_users', 'starter_groups'],
    keys: 'array[d.process_key]',
    versions: { table: 'app_process_version', id: 'process_id', text: 'design_xml', more: [] },
  },
  form: {
    table: 'form',
    columns: ['form_key', 'labels'],
    keys: 'array[d.form_key]',
    versions: { table: 'form_version', id: 'form_id', text: 'designer_json', more: ['rendered_json'] },
  },
  decision: {
    table: 'app_decision',
    columns: ['decision_key', 'decision_keys'],
    keys: 'd.decision_keys || d.decision_key',
    versions: { table: 'app_decision_version', id: 'decision_id', text: 'design_xml', more: [] },
  },
} as const satisfies Record<string, DesignTables>
