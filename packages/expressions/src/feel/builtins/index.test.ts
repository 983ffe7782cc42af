import { describe, expect, it } from 'vitest'
import { findBuiltin, listBuiltins } from './index.ts'

/** Every function of DMN 1.5, 10.3.4. */
const STANDARD = `date; date and time; time; number; string; duration; years and months duration; range; not; substring;
  string length; upper case; lower case; substring before; substring after; replace; contains; starts with; ends with;
  matches; split; string join; list contains; count; min; max; sum; mean; all; any; sublist; append; concatenate;
  insert before; remove; list replace; reverse; index of; union; distinct values; flatten; product; median; stddev; mode;
  decimal; floor; ceiling; round up; round down; round half up; round half down; abs; modulo; sqrt; log; exp; odd; even;
  is; before; after; meets; met by; overlaps; overlaps before; overlaps after; finishes; finished by; includes; during;
  starts; started by; coincides; day of year; day of week; month of year; week of year; sort; get value; get entries;
  context; context put; context merge; now; today`.split(/;\s+/)

describe('builtin functions', () => {
  it.each(STANDARD)('have %s', (name) => {
    expect(findBuiltin(name)).toBeDefined()
  })

  it('are listed with the names of their parameters', () => {
    expect(listBuiltins().filter(({ name }) => name === 'date')).toEqual([
      { name: 'date', parameters: ['from'], isVariadic: false },
      { name: 'date', parameters: ['year', 'month', 'day'], isVariadic: false },
    ])
    expect(listBuiltins()).toContainEqual({ name: 'append', parameters: ['list', 'item'], isVariadic: true })
  })
})
