import type { Incident } from '@millrace/engine'
import type { Ids } from '../ids.ts'
import type { Hierarchy } from '../source/read-hierarchies.ts'
import type { IncidentRow } from '../source/rows.ts'
import type { Place, Places } from './places.ts'

/** Translates the open incidents of a hierarchy. */
export function translateIncidents({ incidents }: Hierarchy, place: Places, ids: Ids): Incident[] {
  const configurations = new Map(incidents.map(({ id_, configuration_ }) => [id_, configuration_]))
  return incidents.map((row) => {
    const at = placeOfIncident(row, place)
    const isOfWork = row.incident_type_ === 'failedJob' || row.incident_type_ === 'failedExternalTask'
    // In the instances that called, it is known by the incident that caused it.
    const configuration = row.configuration_ ?? configurations.get(row.root_cause_incident_id_ ?? '') ?? null
    return {
      id: ids.of(row.id_),
      instanceId: at.instanceId,
      elementInstanceId: at.id === at.instanceId ? null : at.id,
      elementId: row.failed_activity_id_ ?? row.activity_id_,
      type: row.incident_type_,
      sourceId: isOfWork && configuration !== null ? ids.of(configuration) : null,
      message: row.incident_msg_ ?? '',
      detail: isOfWork || configuration === null ? null : { configuration },
      causeId: ids.of(row.cause_incident_id_ ?? row.id_),
      rootCauseId: ids.of(row.root_cause_incident_id_ ?? row.id_),
      createdAt: row.incident_timestamp_,
    }
  })
}

function placeOfIncident({ execution_id_, proc_inst_id_ }: IncidentRow, place: Places): Place {
  return place.activityOf(execution_id_ ?? proc_inst_id_ ?? '')
}
