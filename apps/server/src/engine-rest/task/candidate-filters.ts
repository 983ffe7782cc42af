import { sql } from 'kysely'
import { isLike as isLikePattern } from '../../platform/list/conditions.ts'
import {
  type FilterContext,
  type Filters,
  flag,
  isFlagged,
  option,
  type Sql,
  textFilter,
  textsFilter,
} from '../query/filters.ts'
import { expressible } from './expression-filters.ts'

/**
 * Returns the filters by candidates. Claimed tasks are left out unless `includeAssignedTasks`; unclaimed tasks are found by
 * an index that is ordered by candidate.
 */
export function candidateFilters(): Filters {
  const ofGroups = (groups: readonly string[], context: FilterContext) => ofCandidates([], groups, context)
  return {
    ...expressible(
      'candidateUser',
      textFilter((user, context) => [ofCandidates([user], [], context, user)]),
    ),
    ...expressible(
      'candidateGroup',
      textFilter((group, context) => ofGroups([group], context)),
    ),
    ...expressible('candidateGroups', textsFilter(ofGroups)),
    candidateGroupLike: textFilter(
      (pattern, context) =>
        sql`(exists (select 1 from unnest(t.candidate_groups) g where ${isLikePattern(sql`g`, pattern)})${orUnclaimed(context)})`,
    ),
    withCandidateGroups: flag(sql`t.candidate_groups <> '{}'`),
    withoutCandidateGroups: flag(sql`t.candidate_groups = '{}'`),
    withCandidateUsers: flag(sql`t.candidate_users <> '{}'`),
    withoutCandidateUsers: flag(sql`t.candidate_users = '{}'`),
    includeAssignedTasks: option,
  }
}

function orUnclaimed(context: FilterContext): Sql {
  return isFlagged(context, 'includeAssignedTasks') ? sql`` : sql` and t.assignee is null`
}

/** A user is a candidate by themselves or by one of their groups. */
function ofCandidates(
  users: readonly string[],
  groups: readonly string[],
  context: FilterContext,
  memberOf?: string,
): Sql {
  const { workplaceId } = context
  const groupsOfUser = sql`select g.key from app_user u join group_membership m on m.workplace_id = u.workplace_id and m.user_id = u.id join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
    where u.workplace_id = ${workplaceId}::uuid and u.username = ${memberOf ?? ''}`
  if (isFlagged(context, 'includeAssignedTasks')) {
    const byGroup =
      memberOf === undefined
        ? sql`t.candidate_groups && ${groups}::text[]`
        : sql`exists (select 1 from (${groupsOfUser}) g where g.key = any(t.candidate_groups))`
    return sql`(t.candidate_users && ${users}::text[] or ${byGroup})`
  }
  const names = [...users.map((user) => `u:${user}`), ...groups.map((group) => `g:${group}`)]
  const more = memberOf === undefined ? sql`` : sql` or c.reader in (select 'g:' || g.key from (${groupsOfUser}) g)`
  return sql`t.id in (select c.task_id from task_listing c where c.workplace_id = ${workplaceId}::uuid and (c.reader = any(${names}::text[])${more}))`
}
