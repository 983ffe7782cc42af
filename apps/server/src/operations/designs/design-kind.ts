import type { Statement } from '../../platform/db/batch.ts'

/**
 * What is designed. Who is at it and what is not saved of it stand in one table each for all kinds, by its id; its versions
 * stand in a table of their own, because each kind keeps other things of a version.
 */
export interface DesignKind {
  /** Workplace, design and version. */
  readonly whoSaved: Pick<Statement, 'name' | 'text'>
}

export const formDesigns: DesignKind = {
  whoSaved: {
    name: 'form_version_who',
    text: 'select saved_by from form_version where workplace_id = $1 and form_id = $2 and version = $3',
  },
}

export const processDesigns: DesignKind = {
  whoSaved: {
    name: 'app_process_version_who',
    text: 'select saved_by from app_process_version where workplace_id = $1 and process_id = $2 and version = $3',
  },
}

export const decisionDesigns: DesignKind = {
  whoSaved: {
    name: 'app_decision_version_who',
    text: 'select saved_by from app_decision_version where workplace_id = $1 and decision_id = $2 and version = $3',
  },
}
