// Written by scripts/generate-db-types.ts: do not edit.
export interface DailyFigure {
  day: string;
  ended: number;
  started: number;
  workplace_id: string;
}
