import type { Statement } from '../../platform/db/batch.ts'

type Text = Pick<Statement, 'name' | 'text'>

/** What is designed, by its statements: each kind has tables of its own. Workplace and design are their first values. */
export interface DesignKind {
  readonly findLock: Text
  /** Token, user, whether it is taken from whoever has it, and for how many seconds. */
  readonly takeLock: Text
  /** Token and user. */
  readonly releaseLock: Text
  /** User, text, version and when. */
  readonly keepAutoSaved: Text
  /** User. */
  readonly discardAutoSaved: Text
  readonly findAutoSaved: Text
  /** Version. */
  readonly whoSaved: Text
}

export const formDesigns: DesignKind = {
  findLock: {
    name: 'form_lock_find',
    text: `select token, username, (extract(epoch from since) * 1000)::bigint, (extract(epoch from until) * 1000)::bigint
      from form_lock where workplace_id = $1 and form_id = $2 and until > now()`,
  },
  takeLock: {
    name: 'form_lock_take',
    text: `insert into form_lock as l (workplace_id, form_id, token, username, since, until)
      values ($1, $2, $3, $4, now(), now() + make_interval(secs => $6::int))
      on conflict (workplace_id, form_id) do update set token = excluded.token, username = excluded.username, until = excluded.until,
        since = case when l.token = excluded.token and l.until > now() then l.since else now() end
      where l.until <= now() or (l.token = excluded.token and l.username = excluded.username) or $5::boolean`,
  },
  releaseLock: {
    name: 'form_lock_release',
    text: 'delete from form_lock where workplace_id = $1 and form_id = $2 and token = $3 and username = $4',
  },
  keepAutoSaved: {
    name: 'form_auto_save_keep',
    text: `insert into form_auto_save (workplace_id, form_id, user_id, designer_json, version, saved_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (workplace_id, form_id, user_id) do update set designer_json = $4, version = $5, saved_at = $6`,
  },
  discardAutoSaved: {
    name: 'form_auto_save_discard',
    text: 'delete from form_auto_save where workplace_id = $1 and form_id = $2 and user_id = $3',
  },
  findAutoSaved: {
    name: 'form_auto_save_find',
    text: `select designer_json, version, (extract(epoch from saved_at) * 1000)::bigint from form_auto_save
      where workplace_id = $1 and form_id = $2 and user_id = $3`,
  },
  whoSaved: {
    name: 'form_version_who',
    text: 'select saved_by from form_version where workplace_id = $1 and form_id = $2 and version = $3',
  },
}

export const processDesigns: DesignKind = {
  findLock: {
    name: 'app_process_lock_find',
    text: `select token, username, (extract(epoch from since) * 1000)::bigint, (extract(epoch from until) * 1000)::bigint
      from app_process_lock where workplace_id = $1 and process_id = $2 and until > now()`,
  },
  takeLock: {
    name: 'app_process_lock_take',
    text: `insert into app_process_lock as l (workplace_id, process_id, token, username, since, until)
      values ($1, $2, $3, $4, now(), now() + make_interval(secs => $6::int))
      on conflict (workplace_id, process_id) do update set token = excluded.token, username = excluded.username, until = excluded.until,
        since = case when l.token = excluded.token and l.until > now() then l.since else now() end
      where l.until <= now() or (l.token = excluded.token and l.username = excluded.username) or $5::boolean`,
  },
  releaseLock: {
    name: 'app_process_lock_release',
    text: 'delete from app_process_lock where workplace_id = $1 and process_id = $2 and token = $3 and username = $4',
  },
  keepAutoSaved: {
    name: 'app_process_auto_save_keep',
    text: `insert into app_process_auto_save (workplace_id, process_id, user_id, design_xml, version, saved_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (workplace_id, process_id, user_id) do update set design_xml = $4, version = $5, saved_at = $6`,
  },
  discardAutoSaved: {
    name: 'app_process_auto_save_discard',
    text: 'delete from app_process_auto_save where workplace_id = $1 and process_id = $2 and user_id = $3',
  },
  findAutoSaved: {
    name: 'app_process_auto_save_find',
    text: `select design_xml, version, (extract(epoch from saved_at) * 1000)::bigint from app_process_auto_save
      where workplace_id = $1 and process_id = $2 and user_id = $3`,
  },
  whoSaved: {
    name: 'app_process_version_who',
    text: 'select saved_by from app_process_version where workplace_id = $1 and process_id = $2 and version = $3',
  },
}
