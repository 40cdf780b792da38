//! What every mail must hold, whatever it is about.
