import { describe } from 'vitest'
import { describeAccessibility } from './describe-accessibility.ts'
import { phoneWidth } from './on-phone.ts'

describe('at 360 px', () => describeAccessibility(phoneWidth))
