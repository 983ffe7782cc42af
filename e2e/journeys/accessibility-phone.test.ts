import { describe } from 'vitest'
import { describeAccessibility } from './describe-accessibility.ts'

describe('at 360 px', () => describeAccessibility(360))
