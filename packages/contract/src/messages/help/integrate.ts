/** Pages of those who connect other systems. */
export const integrate = {
  externalSystems: {
    line: 'Systems that forms look things up in.',
    about: 'Every external system with its connections and APIs, and whether it answers.',
  },
  newExternalSystem: {
    line: 'Name the system; its connections come next.',
    about: 'The form that makes a new external system.',
  },
  externalSystem: {
    line: 'One external system with its connections and APIs.',
    about: 'The details of one external system, its connections, and the APIs that forms ask.',
  },
  newApi: {
    line: 'Name the API and choose what it offers.',
    about: 'The form that makes a new API of an external system.',
  },
  api: {
    line: 'One API with its adapters.',
    about: 'The details of one API of an external system, and the adapters that forms ask.',
  },
  fileAdapter: {
    line: 'One file that forms can ask.',
    about: 'One CSV or JSON file with its columns, with a test of it.',
  },
  fileConnection: {
    line: 'Where files are read.',
    about: 'One folder of the server that files are read from, with a test of it.',
  },
  restConnection: {
    line: 'Where a REST service is, and how to sign in to it.',
    about: 'The address and the sign-in of one REST service, with a test of it.',
  },
  databaseConnection: {
    line: 'Where a database is, and how to sign in to it.',
    about: 'The address and the sign-in of one database, with a test of it.',
  },
  sqlAdapter: {
    line: 'One statement that forms can ask.',
    about: 'One SQL statement with its parameters and results, with a test of it.',
  },
  restAdapter: {
    line: 'One request that forms can ask.',
    about: 'One request to a REST service with its parameters and results, with a test of it.',
  },
} as const
