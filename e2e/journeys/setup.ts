import { endVisitsAfterEach } from './visit.ts'

endVisitsAfterEach()
