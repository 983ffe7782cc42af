// Written by scripts/generate-db-types.ts: do not edit.
import type { Json } from './column-types.gen.ts'

export interface SimulationRun {
  number: number;
  result: Json;
  simulation_id: string;
  workplace_id: string;
}
