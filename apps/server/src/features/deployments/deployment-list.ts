import type { DeploymentRow } from '@millrace/contract'
import { deploymentList } from '@millrace/contract/lists/deployments'
import { sql } from 'kysely'
import { type DeploymentListRow, deploymentColumns } from '../../operations/deployments/deployment-queries.ts'
import { contains, containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { anyOf } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentDeployment } from './present-deployment.ts'

export const deployments: ListSource<typeof deploymentList, DeploymentListRow, DeploymentRow> = defineSource({
  list: deploymentList,
  columns: deploymentColumns,
  from: () => sql`deployment d`,
  where: ({ user }) => [sql`d.workplace_id = ${user.workplaceId}`],
  keys: { deployed: { sql: sql`d.deployed_at`, type: 'instant' }, name: { sql: sql`d.name_key`, type: 'text' } },
  id: { sql: sql`d.id`, type: 'id' },
  filters: { name: onTextKey(sql`d.name_key`), deployed: sql`d.deployed_at` },
  search: (text) =>
    anyOf([
      containsAny([sql`d.name`, sql`d.source`], text),
      sql`exists (select from deployment_resource r where r.workplace_id = d.workplace_id and r.deployment_id = d.id and ${contains(sql`r.name`, text)})`,
    ]),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ deployed_by }) => deployed_by),
    )
    return rows.map((row) => presentDeployment(row, people))
  },
})
