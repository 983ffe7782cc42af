import type { DeploymentRow } from '@millrace/contract'
import type { DeploymentListRow } from '../../operations/deployments/deployment-queries.ts'
import type { People } from '../../runtime/rights/people.ts'

export function presentDeployment(row: DeploymentListRow, people: People): DeploymentRow {
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    deployedAt: row.deployed_at.toISOString(),
    deployedBy: people.find(row.deployed_by),
    files: row.file_names,
    counts: { files: row.file_count, processes: row.process_count, decisions: row.decision_count },
  }
}
