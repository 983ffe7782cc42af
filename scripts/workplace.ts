import { runWorkplaceMain } from '../apps/server/src/workplace-main.ts'

/** `npm run workplace -- list|create|suspend|resume|export|delete …`: the workplaces of this installation. */
process.exit(await runWorkplaceMain(process.argv.slice(2)))
