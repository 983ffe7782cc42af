/** What is designed, as its tables are called: `form_lock` with a `form_id`. */
export interface DesignKind {
  readonly tables: 'form' | 'app_process'
  readonly id: 'form_id' | 'process_id'
  /** Where the text of a design stands. */
  readonly text: 'designer_json' | 'design_xml'
}

export const formDesigns: DesignKind = { tables: 'form', id: 'form_id', text: 'designer_json' }
export const processDesigns: DesignKind = { tables: 'app_process', id: 'process_id', text: 'design_xml' }
