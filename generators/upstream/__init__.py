"""What a release of a measured library moves: its surface read, kept beside the lock, compared, and told as a pull request."""
