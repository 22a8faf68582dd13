/** The texts that the specification prescribes verbatim (§§2, 5, 8), misspellings included. */
export const messages = {
  account: {
    nameTooShort: 'Name is too short or empty!',
    nameHasNumber: 'Name must not contain a number!',
    emailInvalid: 'Invalid email!',
    emailUnchanged: 'This is already your email.',
    passwordTooShort: 'Password is too short or empty!',
    passwordTooLong: 'Password is too long! At most 72 bytes can be used.',
    passwordTooCommon: 'This password is one of the most common ones. Please choose another.',
    passwordFromContext: 'Please choose a password that is not your name, your email or our name.',
    passkeyNameInvalid: 'Please enter a name of at most 60 characters.',
    passwordsDiffer: 'Passwords do not match',
    termsMissing: 'Please accept Terms of service',
    invalidCredentials: 'Invalid credentials !!!',
    /** The API sends this text, as specified. */
    alreadyRegistered: 'Already registered',
    /** The page's text for the same failure. */
    emailAlreadyRegistered: 'This email is already registered.',
  },
  contact: {
    firstName: 'Please enter your first name.',
    lastName: 'Please enter your last name.',
    email: 'Please provide a valid email address.',
    department: 'Please select a department.',
    message: 'Please enter your messsage.',
    valid: 'Looks good!',
  },
  lesson: {
    locked: 'Purchase premium access to watch this course!',
    loginNeeded: 'You must be logged in to buy this course.',
    unlock: 'Unlock all courses',
    none: 'Coming soon...',
    nonePurchased: "You don't have any online courses purchased",
  },
  shop: {
    emptyBasket: 'Your cart is empty',
    thanks: 'Thanks for your order',
    enjoyed: 'We hope you enjoyed shopping with us.',
  },
  somethingWrong: 'Oops! Something went wrong.',
  unexpectedError: 'Unexpected Application Error!',
} as const;
