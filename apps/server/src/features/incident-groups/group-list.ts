import type { IncidentGroupRow } from '@millrace/contract'
import { incidentGroupList } from '@millrace/contract/lists/incident-groups'
import { sql } from 'kysely'
import { isAnyChoice } from '../../platform/list/ask-list.ts'
import { contains } from '../../platform/list/conditions.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import {
  type GroupRow,
  groupColumns,
  hasIncidents,
  isResting,
  presentGroups,
  sinceDeployment,
} from './group-queries.ts'

/** How many of the largest causes a search looks at. */
const searched = 2_000

/**
 * Creates the source of the list of causes of incidents. The list is sorted by numbers that are updated every half
 * minute, and shows the current ones.
 */
export function createGroupSource(clock: () => Date): ListSource<typeof incidentGroupList, GroupRow, IncidentGroupRow> {
  const states = (): Record<string, Sql> => {
    const resting = isResting(clock())
    return {
      open: sql`(${hasIncidents} and not ${resting})`,
      snoozed: sql`(${hasIncidents} and ${resting})`,
      fixed: sql`not (${hasIncidents})`,
    }
  }
  return defineSource({
    list: incidentGroupList,
    columns: groupColumns(clock),
    from: (ask) => fromGroups(ask),
    where: ({ user, query }) => [
      sql`g.workplace_id = ${user.workplaceId}`,
      ...(query.filters.some(({ name }) => name === 'state') ? [] : [sql`(${states().open ?? sql`true`})`]),
    ],
    keys: {
      count: { sql: sql`g.open_count`, type: 'integer' },
      first: { sql: sql`g.first_at`, type: 'instant' },
      last: { sql: sql`g.last_at`, type: 'instant' },
    },
    id: { sql: sql`g.id`, type: 'id' },
    filters: {
      state: (filter) => isAnyChoice(filter, states()),
      process: sql`g.process_key`,
      elementId: sql`g.element_key`,
      type: sql`g.type`,
      mine: ({ values: [wanted] }, { user }) =>
        wanted === 'true' ? sql`g.owner = ${user.username}` : sql`g.owner is distinct from ${user.username}`,
      first: sql`g.first_at`,
      last: sql`g.last_at`,
    },
    search: (text) => contains(sql`g.message`, text),
    isCutOff: ({ user, query }) =>
      query.q === ''
        ? sql`false`
        : sql`(select count(*) > ${searched} from (select from incident_group where workplace_id = ${user.workplaceId} limit ${searched + 1}) w)`,
    present: presentGroups,
  })
}

function fromGroups({ user, query }: Ask): Sql {
  if (query.q === '') return sql`incident_group g ${sinceDeployment}`
  return sql`(select * from incident_group where workplace_id = ${user.workplaceId} order by open_count desc, id desc limit ${searched}) g ${sinceDeployment}`
}
