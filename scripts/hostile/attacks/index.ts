import type { Attack } from '../attack.ts'
import { accounts } from './accounts.ts'
import { addresses } from './addresses.ts'
import { contents } from './contents.ts'
import { designs } from './designs.ts'
import { door } from './door.ts'
import { expressions } from './expressions.ts'
import { longTexts } from './long-texts.ts'
import { manyRows } from './many.ts'
import { models } from './models.ts'
import { others } from './others.ts'
import { publicForms } from './public.ts'
import { queries } from './queries.ts'
import { runs } from './runs.ts'
import { scripts } from './scripts.ts'
import { secrets } from './secrets.ts'
import { sessions } from './sessions.ts'
import { trespass } from './trespass.ts'
import { uploads } from './uploads.ts'

/** All attacks, in the order in which they are tried. The last ones read the data that the others have left. */
export const attacks: readonly Attack[] = [
  ...scripts,
  ...expressions,
  ...runs,
  ...manyRows,
  ...models,
  ...designs,
  ...longTexts,
  ...others,
  ...accounts,
  ...sessions,
  ...addresses,
  ...trespass,
  ...secrets,
  ...queries,
  ...publicForms,
  ...uploads,
  ...contents,
  ...door,
]
