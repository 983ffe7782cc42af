import { describe } from 'vitest'
import { describeAccessibility } from './describe-accessibility.ts'

describe('at 1440 px', () => describeAccessibility(1440))
